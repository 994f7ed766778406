package io.medevac.detector.adapter.dcgm;

/** A scrape brought no page. */
final class ScrapeFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Trouble trouble;

    ScrapeFailure(Trouble trouble, String more) {
        super(trouble.words() + more, null, false, false);
        this.trouble = trouble;
    }

    Trouble trouble() {
        return trouble;
    }
}
