package dev.berth.command.address;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import dev.berth.api.address.CreateAddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a new range leases.
 *
 * @param cidr  the block in which they are
 * @param first the first of them
 * @param last  the last of them
 */
record Span(String cidr, long first, long last) {
    /** What the input asks for, with its defaults, or every rule that it breaks. */
    static Outcome<Span> of(CreateAddressRange command) {
        Block block;
        try {
            block = Block.parse(command.cidr());
        } catch (IllegalArgumentException e) {
            return Outcome.refused(Problem.invalid("cidr", String.valueOf(e.getMessage())));
        }
        List<Violation> violations = new ArrayList<>();
        long first = address("first", command.first(), block::first, block, violations);
        long last = address("last", command.last(), block::last, block, violations);
        if (violations.isEmpty() && first > last) {
            violations.add(new Violation(command.last() == null ? "first" : "last", "leaves no address in the range"));
        }
        return violations.isEmpty()
                ? Outcome.done(new Span(command.cidr(), first, last))
                : Outcome.refused(Problem.invalid(violations));
    }

    private static long address(
            String field, @Nullable String text, LongSupplier otherwise, Block block, List<Violation> violations) {
        if (text == null) {
            return otherwise.getAsLong();
        }
        try {
            long address = Ipv4.parse(text);
            if (!block.contains(address)) {
                violations.add(new Violation(field, "must be in the block"));
            }
            return address;
        } catch (IllegalArgumentException e) {
            violations.add(new Violation(field, String.valueOf(e.getMessage())));
            return 0;
        }
    }
}
