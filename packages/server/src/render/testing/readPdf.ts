import { inflateSync } from 'node:zlib'

/** `body` is the dictionary, `stream` what is in it, inflated; empty for none. */
export type PdfObject = { body: string; stream: string }

/** The objects of a file that pdfkit wrote, as text; good enough to look for what must not be in it. */
export function readPdf(bytes: Buffer): PdfObject[] {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/^\d+ 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, object = '']) => {
    const at = object.indexOf('\nstream\n')
    if (at < 0) return { body: object, stream: '' }
    const body = object.slice(0, at)
    const raw = Buffer.from(object.slice(at + 8, object.lastIndexOf('\nendstream')), 'latin1')
    return { body, stream: (body.includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1') }
  })
}
