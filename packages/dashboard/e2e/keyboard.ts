import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More stops than a page has before what a person looks for. */
const MAX_STOPS = 80

/** Presses Tab until the element has the focus: what no Tab reaches is closed to those without a mouse. */
export async function pressUntilFocused(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`No Tab reaches ${wanted}.`)
}
