type Side = 'scrollPaddingTop' | 'scrollPaddingBottom'

/** As far as the bars at an edge of the window reach, which the page says in the style the browser itself follows. */
const barsAt = (side: Side): number => Number.parseFloat(getComputedStyle(document.documentElement)[side]) || 0

const edges = {
  left: 5,
  right: 5,
  get top() {
    return barsAt('scrollPaddingTop') + 5
  },
  get bottom() {
    return barsAt('scrollPaddingBottom') + 5
  },
}

/** Scrolls a new line as far as the browser scrolls a typed letter: clear of the bars of the page. */
export const clearOfBars = { scrollThreshold: edges, scrollMargin: edges }
