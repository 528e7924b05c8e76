import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storableUrl } from '../routes/url.ts'

test('what names a person or carries a token is not kept', () => {
  for (const given of [
    'https://ann:secret@app.example/a?b=1',
    'https://token@app.example/a?b=1',
    'https://app.example/a?b=1#access_token=x',
  ])
    assert.equal(storableUrl(given), 'https://app.example/a?b=1')
})

test('the rest stays as it was written', () => {
  for (const given of ['HTTPS://App.Example', 'http://0x7f.1/', 'https://app.example/a?mail=a@b.example'])
    assert.equal(storableUrl(given), given)
})
