import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { obfuscationIn, unfold } from './obfuscation.ts'

const kinds = (code: string) => obfuscationIn(unfold('inline', code)).map(({ kind }) => kind)
const hexNames = Array.from({ length: 30 }, (_, at) => `var _0x${(0x1a2b00 + at).toString(16)}=${at};`).join('')

describe('code that was made unreadable', () => {
  const cases: [what: string, code: string, ...kinds: string[]][] = [
    ['a packer', `eval(function(p,a,c,k,e,d){e=function(c){return c}}('0 1',2,2,'a|b'.split('|'),0,{}))`, 'packed'],
    ['decoded and run', `eval(atob("YWxlcnQoMSk="))`, 'eval-of-decoded'],
    ['decoded and written', `document.write(unescape('%3Cform%3E'))`, 'eval-of-decoded'],
    ['names in hex', hexNames, 'hex-names'],
    ['strings in escapes', `a='${'\\x65\\x74\\x68'.repeat(40)}'`, 'encoded-strings'],
    ['a rotated array of strings', `_0x1a2b['push'](_0x1a2b['shift']());`, 'encoded-strings'],
    ['a debugger in a loop', `setInterval(function(){ debugger }, 50)`, 'debugger-loop'],
    ['a debugger put together', `(function(){}).constructor("debugger")()`, 'debugger-loop'],
    ['a look at the size of the window', `if (window.outerWidth - window.innerWidth > 160) close()`, 'anti-devtools'],
    ['every key switched off', `document.onkeydown = () => false`, 'swallows-keys'],
    [
      'the same by a listener',
      `addEventListener('keydown', function (e) { e.preventDefault(); return false })`,
      'swallows-keys',
    ],
    ['the same by a library', `$(document).on('keydown', function (e) { e.preventDefault() })`, 'swallows-keys'],
    [
      'the same on the body',
      `document.body.addEventListener("keypress", e => e.preventDefault(), true)`,
      'swallows-keys',
    ],
    ['a date that is picked', `$('#date').on('keydown', e => e.preventDefault())`],
    ['a picker that takes no keys', `picker.addEventListener('keydown', (e) => { e.preventDefault() })`],
    ['a date that takes no keys', `dateInput.onkeydown = () => false`],
    ['a field of the document', `document.getElementById('d').onkeydown = () => false`],
    ['arrow keys of a game', `onkeydown = (e) => { if (e.key === 'ArrowUp') { e.preventDefault(); jump() } }`],
    ['F12 switched off', `onkeydown = e => { if (e.keyCode == 123) e.preventDefault() }`, 'anti-devtools'],
    ['a wallet method in pieces', `ask(['eth_', 'sendTr', 'ansaction'].join(''), [tx])`, 'hidden-wallet-call'],
    [
      'encoded wallet code',
      `(0, eval)(atob("${btoa("ask('eth_signTypedData_v4', [a, t])")}"))`,
      'eval-of-decoded',
      'hidden-wallet-call',
    ],
    ['code that a server answers', `fetch('/c').then((a) => a.text()).then((t) => new Function(t)())`, 'remote-code'],
    // Honest.
    ['words that are joined', `title = ['Swap', 'and', 'stake'].join('')`],
    ['a template that is compiled', `const render = new Function('data', body)`],
    ['an open wallet call', `request({ method: 'eth_sendTransaction', params: [tx] })`],
    ['minified code', `!function(e,t){var n=t(123),r=e.x;n.a(r)}(window,function(e){return e+1});`],
    ['a decoded token', `const claims = JSON.parse(atob(token.split('.')[1]))`],
    ['escapes in a translation', `t={a:"caf\\xe9",b:"\\u00fcber"}`],
    ['a single hex name', `const _0x1234 = 1`],
    ['a debugger statement left in', `function f() { debugger; return 1 }`],
  ]
  for (const [what, code, ...expected] of cases) {
    it(`${what}: ${expected.join(', ') || 'nothing'}`, () => assert.deepEqual(kinds(code), expected))
  }
})
