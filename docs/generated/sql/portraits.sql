-- What the store sends for portraits. Written by npm run generate.

-- Read one
