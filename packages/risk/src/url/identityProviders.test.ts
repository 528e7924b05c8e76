import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIdentityProvider } from './identityProviders.ts'

test('a provider of sign-ins is known by its domain, its customers’ names are below it', () => {
  for (const host of [
    'acme.auth0.com',
    'acme.okta.com',
    'login.microsoftonline.com',
    'identitytoolkit.googleapis.com',
    'cognito-idp.eu-west-1.amazonaws.com',
    'qzxv.supabase.co',
    'tame-cat-12.clerk.accounts.dev',
  ])
    assert.equal(isIdentityProvider(host), true, host)
})

test('a name that only ends alike is none, and neither is a host where customers keep what they like', () => {
  for (const host of [
    'myokta.com',
    'okta.com.login.example',
    'firestore.googleapis.com',
    'storage.googleapis.com',
    'evil.s3.amazonaws.com',
    'cognito-idp.evil.example.amazonaws.com',
    'evil.web.app',
  ])
    assert.equal(isIdentityProvider(host), false, host)
})
