import PDFDocument from 'pdfkit'

export type Document = InstanceType<typeof PDFDocument>

/** A4 in points (1/72 inch). */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 66, bottom: 784 } as const

/** Of the one namespace that says so: this file follows PDF/UA-1 (ISO 14289-1, 5). */
const UNIVERSAL_ACCESS = `
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`

/** pdfkit puts the same words into the document and, unescaped, into the XML of its metadata. */
class SafeInXml extends String {
  override toString(): string {
    return this.valueOf().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  }
}

/**
 * An empty tagged document with title and language, without pages. Its bytes follow from what is drawn alone.
 * @param made the only date in it.
 */
export function openDocument(title: string, subject: string, made: Date): Document {
  const info = {
    Title: new SafeInXml(title) as string,
    Subject: new SafeInXml(subject) as string,
    Creator: 'Redoubt',
    Producer: 'Redoubt, PDFKit',
    CreationDate: made,
    ModDate: made,
  }
  const doc = new PDFDocument({
    pdfVersion: '1.7',
    size: [PAGE.width, PAGE.height],
    margin: 0,
    // None of the fonts that readers bring themselves: what is drawn here is drawn everywhere.
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info,
  })
  doc.appendXML(UNIVERSAL_ACCESS)
  return doc
}
