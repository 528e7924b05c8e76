import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { literalText } from './literalText.ts'

const NAMES = new Map([['host', 'a.test']])

describe('text that code puts together from literals', () => {
  const cases: [code: string, text: string | null][] = [
    [`'https://a.test/';`, 'https://a.test/'],
    [`"htt" + 'ps:' + \`//a.test\`)`, 'https://a.test'],
    [`'https://' + host + '/x'`, 'https://a.test/x'],
    [`'https://' + other`, null],
    [`atob('aHR0cHM6Ly9hLnRlc3Q=')`, 'https://a.test'],
    [`window.atob("aHR0" + "cHM6Ly9hLnRlc3Q=")`, 'https://a.test'],
    [`decodeURIComponent('https%3A%2F%2Fa.test')`, 'https://a.test'],
    [`decodeURIComponent('%E0%A4%A')`, null],
    [`String.fromCharCode(104, 0x74, 116, 112)`, 'http'],
    [`['https:', '//', host].join('')`, 'https://a.test'],
    [`'tset.a//:sptth'.split('').reverse().join('')`, 'https://a.test'],
    [`("\\x68\\u0074t" + 'p')`, 'http'],
    [`\`https://\${host}\``, null],
    [`next()`, null],
    [`'never ends`, null],
    [`${'('.repeat(5_000)}'x'`, null],
  ]
  for (const [code, text] of cases) {
    it(code.slice(0, 60), () => assert.equal(literalText(code, 0, NAMES)?.text ?? null, text))
  }
})
