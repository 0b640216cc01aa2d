/** Whether a text is what many systems of schools save as .xls: a page or XML, which only Excel takes for a table. */
export const isSavedPage = (text: string): boolean =>
  /^\s*(?:<(?:!|html|head|meta|style|table|\?xml)|mime-version:)/i.test(text.slice(0, 1_000)) &&
  /<\/(?:\w+:)?(?:table|workbook)>/i.test(text)
