package io.medevac.detector.adapter.dcgm;

import java.time.Duration;

/** Counts scrapes; never fails. */
public interface ScrapeCounters {

    /** A page came. */
    void scraped(int bytes, Duration took);

    /** No page came. */
    void failed(String reason, Duration took);

    /** A page names another machine than its node. */
    void foreign();

    /** Watched lines could not be read. */
    void unreadable(int lines);

    /** Series name no node, on a page that is of no node. */
    void homeless(int series);

    /** A page was not scraped on time, since the scrape before was still under way. */
    void late();
}
