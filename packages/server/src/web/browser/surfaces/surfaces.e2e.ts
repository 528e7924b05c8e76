import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browsePages } from '../testing/browsePages.ts'
import { findChromium } from '../testing/chromium.ts'

const page = (body: string) => `<!doctype html><title>Page</title>${body}`

/** A canvas with a button drawn on it, at a place where no guess would press. */
const drawn = (more: string, { width = 700, height = 600 } = {}) =>
  page(`<canvas width="${width}" height="${height}"></canvas><script>
const scene = document.querySelector('canvas'), pen = scene.getContext('2d')
const button = (text, x, y, colour = '#2a6') => { pen.fillStyle = colour; pen.beginPath(); pen.roundRect(x, y, 150, 44, 10); pen.fill(); pen.fillStyle = '#fff'; pen.font = '20px serif'; pen.fillText(text, x + 24, y + 29) }
const isIn = ({ offsetX: x, offsetY: y }, left, top) => x > left && x < left + 150 && y > top && y < top + 44
${more}</script>`)

const browse = async (html: string, more: Record<string, string> = {}) => {
  const { browsing } = await browsePages({ '/': html, ...more })
  return { dialogs: browsing.dialogs.map((one) => one.replace('alert: ', '')), partly: browsing.partlyUsed === true }
}

describe('a surface that takes presses by itself', { skip: findChromium().skip, timeout: 300_000 }, () => {
  it('is pressed where a button is drawn, and again where the press draws another', async () => {
    const wheel = drawn(`let step = 0
const draw = () => { pen.clearRect(0, 0, 700, 600); step === 0 ? button('Spin', 480, 60) : button('Collect', 90, 500, '#a26') }
scene.addEventListener('pointerdown', (event) => { if (step === 0 && isIn(event, 480, 60)) { step = 1; draw() } else if (step === 1 && isIn(event, 90, 500)) alert('collected') })
draw()`)
    assert.deepEqual(await browse(wheel), { dialogs: ['collected'], partly: false })
  })

  it('is pressed where a press takes its time, as a wheel that turns', async () => {
    const wheel = drawn(`let angle = 0, prize = false
const draw = () => { pen.clearRect(0, 0, 700, 600); pen.fillStyle = '#e63'; pen.beginPath(); pen.moveTo(300, 250); pen.arc(300, 250, 150, angle, angle + 1); pen.fill(); button(prize ? 'Take it' : 'Turn', 60, 530) }
scene.onclick = (event) => { if (!isIn(event, 60, 530)) return; if (prize) return alert('taken'); let left = 30; const turn = setInterval(() => { angle += left / 50; if (--left === 0) { clearInterval(turn); prize = true } draw() }, 30) }
draw()`)
    assert.equal((await browse(wheel)).dialogs[0], 'taken')
  })

  it('is a drawing of shapes, a picture, and an empty box with a picture behind it', async () => {
    const svg =
      page(`<svg width="600" height="400"><rect width="600" height="400" fill="#eee"/><g><rect x="400" y="300" width="140" height="46" fill="#06c"/><text x="430" y="330" fill="#fff" font-size="20">Claim</text></g></svg>
<script>document.querySelector('g').addEventListener('mouseup', () => alert('shapes'))</script>`)
    assert.deepEqual((await browse(svg)).dialogs, ['shapes'])
    const button = encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420"><rect width="640" height="420" fill="#fff"/><rect x="40" y="340" width="160" height="50" fill="#111"/><text x="70" y="373" fill="#fff" font-size="22">Connect</text></svg>',
    )
    const places = `({ offsetX: x, offsetY: y }) => x > 40 && x < 200 && y > 340 && y < 390 && alert('pressed')`
    const picture = page(`<img width="640" height="420" src="data:image/svg+xml,${button}"><script>
document.querySelector('img').onmousedown = ${places}</script>`)
    assert.deepEqual((await browse(picture)).dialogs, ['pressed'])
    const box =
      page(`<div id="all" style='width:640px;height:420px;background:url("data:image/svg+xml,${button}")'></div><script>
all.addEventListener('click', ${places})</script>`)
    assert.deepEqual((await browse(box)).dialogs, ['pressed'])
  })

  it('is pressed where it lies once a longer page was scrolled to it', async () => {
    const below = drawn(
      `document.body.prepend(Object.assign(document.createElement('p'), { style: 'height:900px', textContent: 'Words' }))
button('Spin', 480, 60); scene.onclick = (event) => isIn(event, 480, 60) && alert('pressed')`,
    )
    assert.equal((await browse(below)).dialogs[0], 'pressed')
  })

  it('is one that fills the window of a page that listens as a whole', async () => {
    const whole = drawn(
      `button('Play', 900, 80)
addEventListener('pointerdown', ({ pageX: x, pageY: y }) => x > 900 && x < 1070 && y > 80 && y < 140 && alert('played'))`,
      { width: 1240, height: 760 },
    )
    assert.deepEqual((await browse(whole)).dialogs, ['played'])
  })

  it('leaves a page used in part where no press does anything', async () => {
    const dead = drawn(`button('Claim', 300, 300); scene.addEventListener('pointerdown', () => undefined)`)
    assert.deepEqual(await browse(dead), { dialogs: [], partly: true })
    const scene = page(
      `<canvas width="900" height="600"></canvas><script>document.querySelector('canvas').onclick = () => undefined</script>`,
    )
    assert.deepEqual(await browse(scene), { dialogs: [], partly: true })
  })

  it('is no drawing that listens to nothing, and none under the page', async () => {
    const decoration = drawn(`button('Claim', 300, 300)`)
    assert.deepEqual(await browse(decoration), { dialogs: [], partly: false })
    const moves = drawn(`button('Bar', 300, 300); scene.onmousemove = () => undefined; scene.onwheel = () => undefined`)
    assert.deepEqual(await browse(moves), { dialogs: [], partly: false })
    const behind = page(`<canvas width="1200" height="700" style="position:fixed;inset:0;z-index:-1"></canvas>
<main style="height:700px"><p>Words over a drawing.</p><button onclick="alert('own')">Go</button></main><script>document.querySelector('canvas').onclick = () => undefined</script>`)
    assert.deepEqual(await browse(behind), { dialogs: ['own'], partly: false })
  })

  it('may be a chart beside buttons, which shows nothing when it is pressed', async () => {
    const chart = page(`<button onclick="alert('own')">Reload</button><canvas width="800" height="400"></canvas><script>
const pen = document.querySelector('canvas').getContext('2d'); pen.fillStyle = '#28c'
;[40, 90, 60, 120, 100].forEach((high, at) => pen.fillRect(60 + 140 * at, 380 - high, 90, high))
document.querySelector('canvas').addEventListener('click', () => undefined)</script>`)
    assert.equal((await browse(chart)).partly, false)
  })
})
