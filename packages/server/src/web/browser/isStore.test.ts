import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStore } from './isStore.ts'

for (const url of [
  'https://apps.apple.com/app/id1',
  'https://play.google.com/store/apps/details?id=a',
  'https://appgallery.huawei.com/app/C1',
])
  test(`a shop: ${url}`, () => assert.equal(isStore(url), true))

for (const url of [
  'https://sites.google.com/view/claim',
  'https://docs.google.com/forms/d/e/1/viewform',
  'https://www.google.com/url?q=https://evil.example',
  'https://play.google.com/books',
  'https://evil.app.link/x',
  'https://evil.onelink.me/x',
  'https://apps.apple.com.evil.example/',
  'http://apps.apple.com/',
])
  test(`none: ${url}`, () => assert.equal(isStore(url), false))
