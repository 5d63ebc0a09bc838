package dev.berth.infra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundRulesTest {

    private final OutboundRules strict = OutboundRules.allowing("");

    private static InetAddress address(String text) throws Exception {
        return InetAddress.getByName(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.255.1.2",
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "198.18.0.1",
                "192.0.0.8",
                "::",
                "::1",
                "fe80::1",
                "febf::1",
                "fc00::1",
                "fd12:3456::1",
                "fec0::1",
                "ff02::1",
                "::ffff:127.0.0.1",
                "::ffff:a00:1",
                "::127.0.0.1",
                "::ffff:0:127.0.0.1",
                "64:ff9b::127.0.0.1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::1",
                "2002:7f00:1::",
                "2002:c0a8:101::1",
                "2001:0:1:2:3:4:80ff:fffe",
                "2001:0:a00:1:3:4:f7f7:f7f7",
                "2a00:1450::5efe:127.0.0.1",
                "2a00:1450::200:5efe:10.0.0.1"
            })
    void addressesInsideAreRefusedInEveryForm(String text) throws Exception {
        assertThat(strict.allows(address(text))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "172.15.255.255",
                "172.32.0.1",
                "192.167.1.1",
                "11.0.0.1",
                "100.128.0.1",
                "2606:4700::1111",
                "::ffff:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "2002:808:808::1",
                "2001:0:808:808:3:4:f7f7:f7f7"
            })
    void addressesOutsideAreAllowed(String text) throws Exception {
        assertThat(strict.allows(address(text))).isTrue();
    }

    @Test
    void whatTheOperatorNamesIsAllowedAndNothingBeside() throws Exception {
        OutboundRules rules = OutboundRules.allowing("127.0.0.0/8, fd00::/8,10.1.2.3");
        assertThat(rules.allows(address("127.0.0.1"))).isTrue();
        assertThat(rules.allows(address("::ffff:127.0.0.1"))).isTrue();
        assertThat(rules.allows(address("64:ff9b::7f00:1"))).isTrue();
        assertThat(rules.allows(address("fd00::7"))).isTrue();
        assertThat(rules.allows(address("10.1.2.3"))).isTrue();
        assertThat(rules.allows(address("10.1.2.4"))).isFalse();
        assertThat(rules.allows(address("::1"))).isFalse();
        assertThat(rules.allows(address("fc00::7"))).isFalse();
        for (String none : new String[] {"127.0.0.0/33", "localhost", "10/8", "::/129", "1.2.3.4/x"}) {
            assertThatThrownBy(() -> OutboundRules.allowing(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(none);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:80/x",
                "https://[::1]/",
                "https://[::ffff:10.0.0.1]/",
                "https://[fe80::1%25eth0]/",
                "http://localhost/",
                "http://LOCALHOST.:8080/",
                "http://a.localhost/",
                "http://2130706433/",
                "http://0x7f000001/",
                "http://0177.0.0.1/",
                "http://127.1/",
                "http://10.0.0.1./",
                "http://1.2.3.04/",
                "ftp://example.com/",
                "file:///etc/passwd",
                "http://user:pass@example.com/",
                "http:///x",
                "example.com",
                "http://example.com:0/",
                "http://example.com:99999/",
                "http://exa mple.com/",
                "",
            })
    void aUrlThatLeadsInsideOrNowhereIsWrong(String url) {
        assertThat(strict.wrong(url)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://example.com", "http://example.com:8080/a?b=c", "https://8.8.8.8/", "https://a1.b2/"})
    void namesAndAddressesOutsideAreRight(String url) {
        assertThat(strict.wrong(url)).isEmpty();
    }

    @Test
    void theDemosRuleAllowsLoopback() {
        OutboundRules demo = OutboundRules.allowing("127.0.0.0/8");
        assertThat(demo.wrong("http://127.0.0.1:8081")).isEmpty();
        assertThat(demo.wrong("http://localhost:8081")).isEmpty();
        assertThat(demo.wrong("http://10.0.0.1")).isPresent();
    }
}
