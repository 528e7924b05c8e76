import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmbed } from './isEmbed.ts'

for (const url of [
  'https://www.youtube-nocookie.com/embed/abc',
  'https://www.google.com/maps/embed?pb=1',
  'https://challenges.cloudflare.com/turnstile',
])
  test(`a frame of others: ${url}`, () => assert.equal(isEmbed(new URL(url)), true))

for (const url of [
  'https://www.google.com/url?q=https://evil.example/',
  'https://docs.google.com/forms/d/e/1',
  'https://www.youtube.com.evil.example/embed/abc',
  'http://player.vimeo.com/video/1',
  'https://codepen.io/thief/embed/1',
  'https://chat.example/bubble',
])
  test(`a frame that the page's author may have written: ${url}`, () => assert.equal(isEmbed(new URL(url)), false))
