/** Parts of an OpenAPI document: most of what a judge does with a document is in proportion to its size. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly webhooks?: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The document without components that no address and no webhook needs. */
export function withoutUnused<Document extends OpenApiDocument>(document: Document): Document {
  const { paths, webhooks, components } = document;
  const needed = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"/]+)/g)) {
      if (needed.has(`${kind} ${name}`)) continue;
      needed.add(`${kind} ${name}`);
      visit(components[kind]?.[name]);
    }
  };
  visit({ paths, webhooks });
  const kept = Object.entries(components).map(([kind, all]) => {
    const named = Object.entries(all).filter(([name]) => needed.has(`${kind} ${name}`));
    // These are named without a reference.
    return [kind, kind === 'securitySchemes' ? all : Object.fromEntries(named)];
  });
  return { ...document, components: Object.fromEntries(kept) };
}

export const membersOf = <Member>(all: Readonly<Record<string, Member>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
