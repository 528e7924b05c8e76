import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsPage } from './docsPage.ts'

test('every text of the document is escaped', () => {
  const hostile = `<img src=x onerror="alert('1')">&`
  const page = docsPage({
    openapi: '3.1.0',
    info: { title: hostile, version: hostile, description: `${hostile} \`${hostile}\`` },
    paths: {
      [`/${hostile}`]: {
        get: {
          summary: hostile,
          description: hostile,
          parameters: [{ in: 'query', name: hostile, schema: { enum: [hostile] }, description: hostile } as never],
          responses: { 200: { description: hostile, content: { 'application/json': { schema: { type: hostile } } } } },
        },
      },
    },
    components: { schemas: { [hostile]: { type: 'object', properties: { [hostile]: { const: hostile } } } } },
  })
  assert.ok(!page.includes('<img'))
  assert.ok(!page.includes(`"alert`))
  assert.ok(page.includes('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;'))
})
