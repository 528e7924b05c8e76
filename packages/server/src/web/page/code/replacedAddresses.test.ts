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
    [
      'with an address far from it',
      `const to = '${OTHER}';${' '.repeat(3_000).replaceAll(' ', 'a();')} ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, to)`,
      true,
    ],
    ['by a short pattern', `${WALK} node.data = node.data.replace(/0x\\w{40}/, () => '${OTHER}')`, true],
    [
      'in some elements, of Tron',
      `document.querySelectorAll('p,code').forEach((one) => { one.textContent = one.textContent.replace(/T[1-9A-Za-z]{33}/g, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8') })`,
      true,
    ],
    [
      'by a test',
      `const cfg = { to: '${OTHER}' }; ${WALK} if (/0x[a-f0-9]{40}/i.test(node.data)) node.data = cfg.to`,
      true,
    ],
    // Honest.
    [
      'that links addresses and leaves out the one of nothing',
      `const ZERO = '0x${'0'.repeat(40)}'; const US = '${OTHER}'; ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => one === ZERO || one === US ? one : link(one))`,
      false,
    ],
    [
      'that labels addresses by a map',
      `const labels = new Map([['${OTHER}', 'Treasury']]); ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => labels.get(one) ?? one)`,
      false,
    ],
    [
      'that labels addresses by a list',
      `const list = [{ address: '${OTHER}', name: 'Treasury' }]; ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => list.find((each) => each.address === one)?.name ?? one)`,
      false,
    ],
    [
      'that shortens addresses where one is encoded elsewhere',
      `const to = atob('${btoa(OTHER)}'); ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => one.slice(0, 6) + '…')`,
      false,
    ],
    [
      'that shortens addresses and shows its own',
      `const to = '${OTHER}'; ${WALK} node.data = node.data.replace(/0x[a-fA-F0-9]{40}/g, (one) => one.slice(0, 6)); pay.textContent = to`,
      false,
    ],
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
