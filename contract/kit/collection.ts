/** `taxonomy` → `taxonomies`, `event` → `events`. Also for types whose family is not declared here. */
export const collectionOf = (type: string): string => (type.endsWith('y') ? `${type.slice(0, -1)}ies` : `${type}s`);
