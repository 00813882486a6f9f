/** Sanitising removes an element together with everything in it. The elements around it keep their place and their own elements. */
import { array, assert, constantFrom, letrec, oneof, property, tuple, type Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import { toSafeHtml } from '#kit/safe-html.ts'
import { toSafeMailHtml } from './safe-mail-html.ts'

/** HTML as its author wrote it, and as a reader gets it. */
type Node = { readonly given: string; readonly shown: string }

const toNode = (given: string, shown = given): Node => ({ given, shown })
const nothing: Arbitrary<Node> = constantFrom(
  ...[
    '<img src="file:///logo.gif">',
    '<img src="cid:unknown@example.com">',
    '<img alt=" ">',
    '<img src="https://shop.example/pixel.gif" style="display:none">',
    '<style>p { color: red }</style>',
    '<script>run()</script>',
    '<!-- <b>comment</b> -->',
    '<textarea>typed</textarea>',
    '<dropped></dropped>',
    '<skein-gone></skein-gone>',
  ].map((given) => toNode(given, '')),
)
const leaf = oneof(
  constantFrom(
    toNode('text '),
    toNode('&lt;DROPPED&gt;'),
    toNode('<br>', '<br />'),
    toNode('<img alt="Logo">', '<img alt="Logo" />'),
    toNode('<img src="https://shop.example/a.png">', '<img data-remote="https://shop.example/a.png" alt="" />'),
    toNode('<img alt="&lt;DROPPED&gt;">', '<img alt="&lt;DROPPED&gt;" />'),
  ),
  nothing,
)

/** Generates trees. Mails also hide elements; in other HTML their styles are dropped, and their text is shown. */
function trees(hides: boolean): Arbitrary<Node> {
  const { tree } = letrec<{ tree: Node; branches: readonly Node[] }>((tie) => ({
    branches: array(tie('tree'), { maxLength: 5 }),
    tree: oneof(
      { maxDepth: 6, withCrossShrink: true },
      leaf,
      tuple(constantFrom('div', 'span', 'b', 'i', 'blockquote', 'strong', 'u'), tie('branches')).map(([name, inner]) =>
        toNode(`<${name}>${join(inner, 'given')}</${name}>`, `<${name}>${join(inner, 'shown')}</${name}>`),
      ),
      tuple(constantFrom('font', 'section', 'o:p', 'dropped', 'skein-gone'), tie('branches')).map(([name, inner]) =>
        toNode(`<${name}>${join(inner, 'given')}</${name}>`, join(inner, 'shown')),
      ),
      tuple(
        constantFrom('div style="display:none"', 'span hidden', 'font style="mso-hide:all"', 'b style="max-height:0;overflow:hidden"'),
        tie('branches'),
      ).map(([tag, inner]) => {
        const [name = ''] = tag.split(' ')
        const shown = name === 'font' ? join(inner, 'shown') : `<${name}>${join(inner, 'shown')}</${name}>`
        return toNode(`<${tag}>${join(inner, 'given')}</${name}>`, hides ? '' : shown)
      }),
    ),
  }))
  return tree
}

const join = (nodes: readonly Node[], key: keyof Node): string => nodes.map((node) => node[key]).join('')

it('a mail shows exactly the tree that its author has not hidden', () => {
  assert(
    property(array(trees(true), { maxLength: 6 }), (nodes) => {
      const { html } = toSafeMailHtml(join(nodes, 'given'), { toAttachmentId: () => null }) ?? {}
      expect(html).toBe(join(nodes, 'shown'))
    }),
    { numRuns: 500 },
  )
})

it('other HTML loses pictures without a source, and nothing beside them', () => {
  const shownPixel = (html: string): string => html.replaceAll('<img src="https://shop.example/pixel.gif" style="display:none">', '')
  assert(
    property(array(trees(false), { maxLength: 6 }), (nodes) => {
      expect(toSafeHtml(shownPixel(join(nodes, 'given')))).toBe(join(nodes, 'shown'))
    }),
    { numRuns: 500 },
  )
})

it.each([
  [
    'a picture before a bold word',
    '<body><img src="file:///logo.gif"><b>Note:</b> wrong.<br>Please correct it.</body>',
    '<b>Note:</b> wrong.<br />Please correct it.',
  ],
  [
    'a preheader before a table',
    '<div style="display:none">Preview</div><table><tr><td>first</td></tr></table><p>second</p>',
    '<table><tr><td>first</td></tr></table><p>second</p>',
  ],
  ['a hidden element in a hidden one', '<p hidden>a<b hidden>b</b>c</p><i>d</i>', '<i>d</i>'],
  ['a hidden element without an end', '<p>a</p><p hidden>b<p>c</p>', '<p>a</p><p>c</p>'],
  ['a hidden style sheet', '<div hidden><style>p{}</style></div><b>x</b>', '<b>x</b>'],
  ['a hidden frame with markup in it', '<iframe hidden><b>x</b></iframe><b>y</b>', '<b>y</b>'],
])('%s is dropped alone', (_, given, shown) => {
  expect(toSafeMailHtml(given, { toAttachmentId: () => null })?.html).toBe(shown)
})
