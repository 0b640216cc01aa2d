import { expect, type Locator } from '@playwright/test'

/**
 * Presses a button by keyboard once it does something. A click waits for that by itself; a key pressed while the button
 * is blocked or busy would be lost.
 */
export const pressEnter = async (button: Locator): Promise<void> => {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}
