/** The large files every page starts with. A page's own is small: the comment would cost it more than it gains. */
const first = /^(base|auth|frame)$/

/**
 * A comment that makes Chromium compile a whole file off the main thread while it is downloaded, instead of skipping
 * each function and compiling it at its first call: most functions of the first files are called. Other engines ignore
 * it. On the square, 4× slower and without a limit of the network, the largest paint came an eighth sooner (median of
 * 12, twice, the small files of pages included).
 */
export const compiledAtOnce = ({ name }: { name: string }): string =>
  first.test(name) ? '//# allFunctionsCalledOnLoad\n' : ''
