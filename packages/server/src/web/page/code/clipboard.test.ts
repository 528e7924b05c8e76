import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clipboardIn } from '../createPageReader.ts'
import { unfold } from './obfuscation.ts'

const ADDRESS = '0x00000000000000000000000000000000000000aa'

describe('code that changes the clipboard', () => {
  const cases: [what: string, code: string, tells: boolean, ...kinds: string[]][] = [
    [
      'another address instead of the copied one',
      `addEventListener('copy', e => { e.clipboardData.setData('text/plain', '${ADDRESS}'); e.preventDefault() })`,
      false,
      'rewrites-copy',
      'writes-address',
    ],
    [
      'an address, again and again',
      `setInterval(() => navigator.clipboard.writeText('${ADDRESS}'), 500)`,
      false,
      'writes-address',
    ],
    [
      'addresses exchanged by pattern',
      `const re = /0x[a-fA-F0-9]{40}/; const out = text.replace(re, mine); navigator.clipboard.writeText(out)`,
      false,
      'writes-address',
    ],
    [
      'another address pasted',
      `field.addEventListener('paste', e => { e.preventDefault(); field.value = '${ADDRESS}' })`,
      false,
      'hooks-paste',
    ],
    [
      'a command that the page tells to run',
      `navigator.clipboard.writeText('powershell -w hidden')`,
      true,
      'runs-command-lure',
    ],
    // Honest.
    [
      'a command on a page that tells nothing',
      `navigator.clipboard.writeText('curl -fsSL https://a.test | sh')`,
      false,
    ],
    ['the copy button of a donation', `button.onclick = () => navigator.clipboard.writeText('${ADDRESS}')`, false],
    ['digits pasted into fields', `code.addEventListener('paste', e => { e.preventDefault(); spread(e) })`, false],
    ['a source added to a quotation', `addEventListener('copy', e => track(e))`, false],
  ]
  for (const [what, code, tells, ...expected] of cases) {
    it(`${what}: ${expected.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(
        clipboardIn(unfold('inline', code), tells).map(({ kind }) => kind),
        expected,
      )
    })
  }
})
