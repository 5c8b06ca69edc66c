// The build packs this module with tus-js-client into one file: a page's own bundler need not know its old dependencies.
export { Upload } from 'tus-js-client';
