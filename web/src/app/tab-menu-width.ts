/** In pixels; the place of the menu of a tab is reckoned from either edge of what opened it. */
export const tabMenuWidth = 264
