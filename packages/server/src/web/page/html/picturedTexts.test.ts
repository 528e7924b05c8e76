import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picturedTexts } from '../createPageReader.ts'

const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text x="20">${text}</text></svg>`

test('texts of SVG pictures that the page carries are read, other pictures are not', () => {
  const assets = [
    `data:image/svg+xml,${encodeURIComponent(svg('Send 0.5 ETH'))}`,
    `data:image/svg+xml;base64,${btoa(svg('and get the double back'))}`,
    'data:image/png;base64,iVBORw0KGgo=',
    'https://shop.example/lamp.svg',
  ]
  assert.deepEqual(
    picturedTexts([{ assets }]).map((text) => text.trim()),
    ['Send 0.5 ETH', 'and get the double back'],
  )
})
