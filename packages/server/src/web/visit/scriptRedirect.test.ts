import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scriptRedirect } from './previewPage.ts'

describe('where a script leads at once', () => {
  const cases: [code: string, href: string | null | undefined][] = [
    [`location = '/a'`, '/a'],
    [`window.location.href="/a"`, '/a'],
    [`top['location']['href'] = '/a'`, '/a'],
    [`setTimeout(() => document.location.replace('/a'), 10)`, '/a'],
    [`self.location.assign(atob('L2E='))`, '/a'],
    [`var u = '/'; location.href = u + 'a'`, '/a'],
    [`window.open('/a', '_self')`, '/a'],
    [`location.href = next('/a')`, undefined],
    [`if (location.href == '/a') go()`, undefined],
    [`mylocation = '/a'`, undefined],
    [`document.cookie = 'seen=1'; location.reload()`, null],
    [`location.reload()`, undefined],
    [`if (!/seen/.test(document.cookie)) { document.cookie = 'seen=1'; location.reload() }`, null],
    [`if (bot) { document.cookie = 'seen=1'; location.reload() } else document.write(form)`, undefined],
    [`var u = atob('L2E='); location.replace(u)`, '/a'],
    [`if (navigator.webdriver) location = '/a'`, undefined],
    [`location = '/a'; document.body.innerHTML = atob(form)`, undefined],
  ]
  for (const [code, href] of cases) {
    it(`${code}: ${href === undefined ? 'nowhere' : (href ?? 'the same page')}`, () => {
      assert.equal(scriptRedirect([code])?.href, href)
    })
  }
})
