import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browsePages } from './testing/browsePages.ts'
import { findChromium } from './testing/chromium.ts'

const page = (body: string) => `<!doctype html><title>Page</title><h1>Page</h1>${body}`
const says = (label: string) => `<button onclick="alert('${label}')">${label}</button>`
const pressedOn = async (body: string, more: Parameters<typeof browsePages>[0] = {}) => {
  const { browsing } = await browsePages({ '/': page(body), ...more })
  return browsing.dialogs.map((said) => said.replace(/^alert: /, ''))
}

describe('what a visitor presses', { skip: findChromium().skip, timeout: 300_000 }, () => {
  it('is a label with a word of leaving in it, and a bare refusal is not', async () => {
    const wanted = [
      'Verify with Discord',
      'I agree to the Terms - claim',
      'Cancel the suspicious withdrawal',
      'Dismiss alert',
    ]
    const left = ['Cancel', 'Disconnect', 'Disconnect wallet', 'Log out']
    const pressed = await pressedOn([...wanted, ...left].map(says).join(' '))
    assert.deepEqual(pressed.toSorted(), wanted.toSorted())
  })

  it('is what leads away only after the rest', async () => {
    const pressed = await pressedOn(
      ['Privacy policy', 'Close', 'Weiter zur Anmeldung', 'Something'].map(says).join(' '),
    )
    assert.deepEqual(pressed.slice(0, 2).toSorted(), ['Something', 'Weiter zur Anmeldung'])
  })
})
