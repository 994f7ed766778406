package io.medevac.detector.adapter.dcgm;

/** Why a scrape brought no page. */
enum Trouble {
    UNREACHABLE("no connection"),
    TIMEOUT("no answer in time"),
    BROKEN("answer broken off"),
    STATUS("answer is an error"),
    TOO_LONG("page too long"),
    NO_SERIES("no series of DCGM"),
    UNUSABLE("page could not be judged");

    private final String words;

    Trouble(String words) {
        this.words = words;
    }

    /** In a few words. */
    String words() {
        return words;
    }
}
