package dev.berth.infra.http.input;

/** What can be said of a string's characters. */
final class Texts {
    private Texts() {}

    /** Whether it holds half of a surrogate pair, which is no character. */
    static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** The text with what can't be shown replaced, cut off after so many characters. */
    static String printable(String text, int longest) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), longest + 1));
        text.codePoints()
                .limit(longest)
                .map(c -> c < 0x20 || c == 0x7f || (c >= 0xd800 && c <= 0xdfff) ? 0xfffd : c)
                .forEach(out::appendCodePoint);
        if (text.codePointCount(0, text.length()) > longest) {
            out.append('…');
        }
        return out.toString();
    }
}
