import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceSignInIn, isDeviceCode } from './deviceSignIn.ts'

test('addresses where a device is signed in, by their providers', () => {
  const named = [
    'Open https://microsoft.com/devicelogin and enter it',
    'https://login.microsoftonline.com/common/oauth2/deviceauth',
    'https://www.google.com/device',
    'window.open("https://github.com/login/device?user_code=WDJB-MJHT")',
    'https://device.sso.eu-west-1.amazonaws.com/',
    'https://acme.okta.com/activate',
  ]
  for (const text of named) assert.notEqual(deviceSignInIn(text), null, text)
  const others = [
    'https://github.com/login',
    'https://notgithub.com/login/device',
    'https://microsoft.com/devicelogins',
    'https://google.com/devices',
  ]
  for (const text of others) assert.equal(deviceSignInIn(text), null, text)
})

test('codes as providers write them, and no words', () => {
  for (const code of ['FJ7KQ2WNX', 'WDJB-MJHT', ' BJQTRWXC ', 'A1B2C3D4']) assert.equal(isDeviceCode(code), true, code)
  for (const text of ['DOCUMENT', '12345678', 'fj7kq2wnx', 'FJ7KQ', '2026-1130', 'code WDJB-MJHT'])
    assert.equal(isDeviceCode(text), false, text)
})
