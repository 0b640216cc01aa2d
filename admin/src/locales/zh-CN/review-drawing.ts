/** Drawing on the pages of a work. */
export const drawing = {
  byKeys: (tool: string) => `在这一页画${tool}：方向键移动，按住Shift走得快，回车定下`,
}
