module.exports = loadOutside('@nestjs/platform-express');
