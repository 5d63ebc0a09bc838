package dev.berth.command.image;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.Optional;

/** Signatures over images' digests: Ed25519 (RFC 8032), keys and signatures in base64 of their raw bytes. */
final class Ed25519 {
    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger D = BigInteger.valueOf(-121665)
            .multiply(BigInteger.valueOf(121666).modInverse(P))
            .mod(P);

    private Ed25519() {}

    /** Why the text is no usable public key, if it is none. */
    static Optional<String> problem(String publicKey) {
        byte[] raw = decode(publicKey);
        if (raw.length != 32) {
            return Optional.of("must be the base64 of the 32 raw bytes of an Ed25519 public key");
        }
        EdECPoint point = point(raw);
        BigInteger y = point.getY();
        if (y.compareTo(P) >= 0 || !onCurve(y) || (xSquared(y).signum() == 0 && point.isXOdd())) {
            return Optional.of("is no point of the Ed25519 curve");
        }
        return smallOrder(y) ? Optional.of("is a key under which anyone can sign") : Optional.empty();
    }

    /** Whether this is the key's signature over the text; false for whatever is no signature at all. */
    static boolean verifies(String publicKey, String signature, String text) {
        byte[] bytes = decode(signature);
        if (bytes.length != 64) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key(decode(publicKey)));
            verifier.update(text.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(bytes);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static PublicKey key(byte[] raw) throws GeneralSecurityException {
        return KeyFactory.getInstance("Ed25519")
                .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(raw)));
    }

    /** Little-endian y; the highest bit is the parity of x. */
    private static EdECPoint point(byte[] raw) {
        byte[] bigEndian = new byte[32];
        for (int i = 0; i < 32; i++) {
            bigEndian[i] = raw[31 - i];
        }
        boolean xOdd = bigEndian[0] < 0;
        bigEndian[0] &= 0x7f;
        return new EdECPoint(xOdd, new BigInteger(1, bigEndian));
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /** From the curve's equation: x^2 = (y^2 - 1) / (d y^2 + 1). */
    private static BigInteger xSquared(BigInteger y) {
        BigInteger y2 = y.multiply(y);
        return y2.subtract(BigInteger.ONE)
                .multiply(D.multiply(y2).add(BigInteger.ONE).modInverse(P))
                .mod(P);
    }

    private static boolean onCurve(BigInteger y) {
        BigInteger x2 = xSquared(y);
        BigInteger legendre = x2.modPow(P.subtract(BigInteger.ONE).shiftRight(1), P);
        return x2.signum() == 0 || legendre.equals(BigInteger.ONE);
    }

    /** Whether 8 times the point is the neutral element; doubling needs y alone. */
    private static boolean smallOrder(BigInteger start) {
        BigInteger y = start;
        for (int i = 0; i < 3; i++) {
            BigInteger x2 = xSquared(y);
            BigInteger y2 = y.multiply(y);
            BigInteger below = BigInteger.ONE.subtract(D.multiply(x2).multiply(y2));
            y = y2.add(x2).multiply(below.modInverse(P)).mod(P);
        }
        return y.equals(BigInteger.ONE);
    }
}
