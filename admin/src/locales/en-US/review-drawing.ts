/** Drawing on the pages of a work. */
export const drawing = {
  byKeys: (tool: string) => `${tool} on this page: arrow keys move, with Shift faster, Enter sets it`,
}
