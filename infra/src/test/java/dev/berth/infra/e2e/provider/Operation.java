package dev.berth.infra.e2e.provider;

/** What a tenant has done at a provider: which request it takes there, and where it ends. */
enum Operation {
    VOLUME_CREATE("POST", "ready", "ready"),
    ATTACH("POST", "attached", "attached"),
    DETACH("POST", "none", "none"),
    RESIZE("POST", "20", "10"),
    SNAPSHOT("POST", "ready", "error"),
    RESTORE("POST", "ready", "ready"),
    VOLUME_DELETE("DELETE", "deleted", "deleted"),
    MACHINE_CREATE("POST", "running", "error"),
    MACHINE_DELETE("DELETE", "deleted", "deleted"),
    NETWORK_CREATE("POST", "ready", "ready"),
    NETWORK_DELETE("DELETE", "deleted", "deleted");

    /** The method of its request at the provider. */
    final String method;

    final String end;

    /** Where it ends when the provider refuses it once for good; what is asked again by the periodic pass ends well. */
    final String refused;

    Operation(String method, String end, String refused) {
        this.method = method;
        this.end = end;
        this.refused = refused;
    }
}
