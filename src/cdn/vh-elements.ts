// The single script for pages without a bundler. The settings come first: see there.
import './script-settings.ts';
import './missing-parts.ts';
import '../define/vh-uploader.ts';
import '../define/vh-player.ts';
import '../define/vh-captions-picker.ts';
import '../define/vh-transcript.ts';
import '../define/vh-upload-status.ts';
