import 'vh-elements/define/vh-uploader.js';
