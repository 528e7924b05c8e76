import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'fast-png'
import encodeQR from 'qr'
import { createPictureReader } from '../pictures/createPictureReader.ts'
import { readPng } from '../pictures/readPng.ts'
import { createCodeWatch } from './createCodeWatch.ts'
import { decodeCodes } from './decodeCodes.ts'
import { readCode } from './readCode.ts'
import { createShownCodes } from './shownCodes.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const OTHER = `0x${'cd'.repeat(20)}`

/** PNG of codes side by side. */
function pngOf(texts: readonly string[], channels: 3 | 4 = 3): Buffer {
  const cells = texts.map((text) => encodeQR(text, 'raw'))
  const [cell, gap] = [4, 24]
  const width = cells.reduce((sum, rows) => sum + rows.length * cell + gap, gap)
  const height = Math.max(...cells.map((rows) => rows.length * cell)) + 2 * gap
  const data = new Uint8Array(width * height * channels).fill(255)
  let left = gap
  for (const rows of cells) {
    rows.forEach((row, y) => {
      row.forEach((dark, x) => {
        for (let at = 0; dark && at < cell * cell; at++) {
          const line = gap + y * cell + Math.floor(at / cell)
          const start = (line * width + left + x * cell + (at % cell)) * channels
          data.fill(0, start, start + 3)
        }
      })
    })
    left += rows.length * cell + gap
  }
  return Buffer.from(encode({ width, height, data, channels }))
}

test('every code in a picture is read', async () => {
  for (const channels of [3, 4] as const) {
    const codes = await decodeCodes(pngOf(['wc:1a@2', `ethereum:${ADDRESS}`], channels))
    assert.deepEqual(codes?.map(({ text }) => text).sort(), [`ethereum:${ADDRESS}`, 'wc:1a@2'])
  }
})

test('a damaged picture, and one larger than a window, is not read', async () => {
  const png = pngOf(['wc:1a@2'])
  assert.equal(await decodeCodes(png.subarray(0, 60)), null)
  assert.equal(await decodeCodes(Buffer.from('GIF89a')), null)
  png.writeUInt32BE(60_000, 16)
  assert.equal(readPng(png), null)
})

test('a thread reads codes, and says nothing after its end', async () => {
  const reader = createPictureReader()
  const png = pngOf(['https://tea.example/']).toString('base64')
  assert.deepEqual(
    (await reader.read(png))?.map(({ text }) => text),
    ['https://tea.example/'],
  )
  assert.equal(await reader.read('!!'), null)
  await reader.close()
  assert.equal(await reader.read(png), null)
})

test('a code is a payment, a call, a pairing, a link or a text', () => {
  assert.deepEqual(readCode(ADDRESS), {
    kind: 'payment',
    payee: ADDRESS,
    token: null,
    chainId: null,
    transaction: null,
  })
  assert.deepEqual(readCode(`ethereum:${ADDRESS}@8453?value=2.014e18`), {
    kind: 'payment',
    payee: ADDRESS,
    token: null,
    chainId: 8453,
    transaction: { to: ADDRESS, value: '0x1bf32a5451a30000', data: '0x' },
  })
  const call = readCode(`ethereum:${ADDRESS}@1/transfer?address=${OTHER}&uint256=1`)
  assert.deepEqual(call, {
    kind: 'payment',
    payee: OTHER,
    token: ADDRESS,
    chainId: 1,
    transaction: {
      to: ADDRESS,
      value: '0x0',
      data: `0xa9059cbb${OTHER.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
    },
  })
  assert.deepEqual(readCode(`https://wallet.example/send/${ADDRESS}@1/transfer?address=${OTHER}&uint256=1`), call)
  assert.deepEqual(readCode(`bitcoin:bc1q${'0'.repeat(38)}?amount=1`), {
    kind: 'payment',
    payee: `bc1q${'0'.repeat(38)}`,
    token: null,
    chainId: null,
    transaction: null,
  })
  assert.deepEqual(readCode(`wc:${'1f'.repeat(32)}@2?symKey=1`), { kind: 'pairing' })
  assert.deepEqual(readCode('https://tea.example/menu'), { kind: 'link', url: 'https://tea.example/menu' })
  assert.deepEqual(readCode('Table 4'), { kind: 'text' })
})

test('a call that cannot be read has no transaction', () => {
  for (const text of ['/f?address=0x1', '/f?tuple=1', '/transfer?address=1&uint256=-1', '?value=1.5']) {
    const read = readCode(`ethereum:${ADDRESS}@1${text}`)
    assert.equal(read.kind === 'payment' && read.transaction, null, text)
  }
})

test('a code pays another address where the only one beside it is not its own, and its own is shown nowhere', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 }
  const said = (near: string, texts: string[]) => {
    const codes = createShownCodes()
    assert.deepEqual(codes.add([{ text: ADDRESS, x: 50, y: 50 }], [{ ...box, near }]), [ADDRESS])
    assert.deepEqual(codes.add([{ text: ADDRESS, x: 50, y: 50 }], []), [])
    return codes.all(texts)[0]?.instead
  }
  assert.equal(said(`Pay ${OTHER}`, [`pay${OTHER}`]), OTHER)
  assert.equal(said(`Pay ${ADDRESS}`, [`pay${ADDRESS}`]), null)
  assert.equal(said(`Pay ${OTHER}`, [`pay${OTHER}orelse${ADDRESS}`]), null)
  assert.equal(said(`Pay ${OTHER}`, [`${ADDRESS.slice(0, 6)}…`]), null)
  assert.equal(said(`Coins ${OTHER}, tokens 0x${'ef'.repeat(20)}`, []), null)
  assert.equal(said('Scan to pay', []), null)
})

test('a page is not read whole where one of its codes was not', async () => {
  const answers: Record<string, object> = {
    'Runtime.evaluate': { result: { value: { keys: ['a'], places: [], pictures: 1 } } },
    'Page.captureScreenshot': { data: 'aGk=' },
  }
  const devtools = { send: async (method: string) => answers[method] ?? {}, onEvent: () => {} }
  const wholeBy = async (found: [] | null) => {
    const reader = {
      read: async () => found,
      brands: async () => null,
      buttons: async () => null,
      close: async () => {},
    }
    const watch = createCodeWatch(devtools as never, reader, { chain: () => 'ethereum', note: () => {} })
    await watch.look({ session: 's', frameId: 'f', world: 'w' } as never, 'html')
    return (await watch.finish([], false)).isWhole
  }
  assert.equal(await wholeBy([]), true)
  assert.equal(await wholeBy(null), false)
})
