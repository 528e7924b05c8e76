import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onlyRedirects } from './previewPage.ts'

describe('code that only leads on', () => {
  const cases: [code: string, only: boolean][] = [
    ['location.href =', true],
    [`setTimeout(() => location.replace('/a?b=1&&c'), 10)`, true],
    ['window.dataLayer = window.dataLayer || []; location =', true],
    [`// redirected?\nlocation =`, true],
    ['window?.location =', true],
    ['if (navigator.webdriver) location =', false],
    ['navigator.webdriver && (location = 0)', false],
    ['try { check() } catch { location = 0 }', false],
    ['function go() { location = 0 } bot ? go() : show()', false],
    ['location = 0; document.write(form)', false],
    ['document["write"](form)', false],
    ['document["wri" + "te"](form)', false],
    [String.raw`document["\x77rite"](form)`, false],
    ['document.body.innerHTML = form', false],
    ['add(document.createElement("input"))', false],
    ['show(atob(form))', false],
    ['eval(form)', false],
  ]
  for (const [code, only] of cases)
    it(`${only ? 'does' : 'does not'}: ${code}`, () => assert.equal(onlyRedirects(code), only))
})
