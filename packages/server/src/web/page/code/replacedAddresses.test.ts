import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from './obfuscation.ts'
import { replacesAddresses } from './replacedAddresses.ts'

const OTHER = '0x00000000000000000000000000000000000000bb'
const WALK = 'const walker = document.createTreeWalker(document.body, 4); let node; while ((node = walker.nextNode()))'

describe('code that puts an address in the place of those that a page shows', () => {
  const cases: [what: string, code: string, isFound: boolean][] = [
    ['one of its own', `${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, '${OTHER}')`, true],
    [
      'an encoded one, by a pattern that is put together',
      `var q = [['0x[0-9a-fA-F]{40}', '${btoa(OTHER)}']]; ${WALK} q.forEach((p) => { node.data = node.data.replace(new RegExp(p[0], 'g'), atob(p[1])) })`,
      true,
    ],
    [
      'in the whole body',
      `document.body.innerHTML = document.body.innerHTML.replace(/\\bbc1[a-z0-9]{20,}/g, 'bc1q4n7k2x9c6v3b0m8l5j2h7g4f1d9s6a3q0w5e8r')`,
      true,
    ],
    // Honest.
    [
      'that shortens addresses',
      `${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => one.slice(0, 6) + '…')`,
      false,
    ],
    [
      'that labels addresses',
      `const labels = { '${OTHER}': 'Treasury' }; ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => labels[one] ?? one)`,
      false,
    ],
    ['that shows its own address', `const to = '${OTHER}'; document.body.innerHTML = '<p>' + to + '</p>'`, false],
  ]
  for (const [what, code, isFound] of cases)
    it(`${isFound ? 'finds' : 'lets pass'} code ${what}`, () =>
      assert.equal(replacesAddresses(unfold('inline', code)) !== null, isFound))
})
