/** The large files every page starts with. A page's own is small: the comment would cost it more than it gains. */
const first = /^(base|auth|frame)$/

/**
 * A comment that has Chromium compile a whole file beside the main thread while it comes, instead of reading past each
 * function and compiling it when it is called: of what a page starts with, most is called. Other engines read past it.
 * On the square, 4× slower and without a limit of the network, the largest paint came an eighth sooner (median of 12, twice,
 * the small files of pages counted in).
 */
export const compiledAtOnce = ({ name }: { name: string }): string =>
  first.test(name) ? '//# allFunctionsCalledOnLoad\n' : ''
