import assert from 'node:assert/strict'
import { test } from 'node:test'
import { challengeOf } from './createVisitor.ts'

test('a robot check is told by the header or the code of the service that shows it', () => {
  const checks: [Record<string, string>, string | null, string][] = [
    [{ 'cf-mitigated': 'challenge' }, null, 'Cloudflare'],
    [{ 'x-amzn-waf-action': 'captcha' }, '<p>', 'AWS WAF'],
    [{ 'x-vercel-mitigated': 'challenge' }, '<p>', 'Vercel'],
    [{}, '<title>Just a moment...</title><script>window._cf_chl_opt = {cvId: "3"}</script>', 'Cloudflare'],
    [{}, '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9" frameborder=0></iframe>', 'Imperva'],
    [{}, "<script>sucuri_cloudproxy_js='';S='cz0i'</script>", 'Sucuri'],
  ]
  for (const [headers, html, service] of checks) assert.equal(challengeOf(headers, html), service)
})

test('what the same services add to an ordinary page is no check', () => {
  const pages = [
    '<p>Tea</p><script>window.__CF$cv$params={r:"8"};a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script>',
    '<p>Tea</p><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>',
    '<form><div class="cf-turnstile" data-sitekey="x"></div></form>',
    '<title>Just a moment...</title><p>Our tea is being picked.</p>',
  ]
  for (const html of pages) assert.equal(challengeOf({ server: 'cloudflare', 'cf-ray': '8' }, html), null, html)
  assert.equal(challengeOf({ 'x-amzn-waf-action': 'allow' }, '<p>Tea</p>'), null)
  const long = `<script>window._cf_chl_opt = {}</script>${'tea '.repeat(30_000)}`
  assert.equal(challengeOf({}, long), null)
})
