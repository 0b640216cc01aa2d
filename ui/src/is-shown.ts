/** Whether an element takes any room on the page: `checkVisibility`, which phones of 2023 lack. */
export const isShown = (element: Element): boolean => element.getClientRects().length > 0
