package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// mostLinks is how many symbolic links lead to a file at most, as on Linux.
const mostLinks = 40

// Target returns the path to which symbolic links lead from another one. It may have no file, as while its disk is not mounted.
func Target(path string) string {
	for range mostLinks {
		named, err := os.Readlink(path)
		if err != nil { // no link
			break
		}
		if found, err := filepath.EvalSymlinks(path); err == nil {
			return found
		}
		if !filepath.IsAbs(named) {
			folder := filepath.Dir(path)
			if found, err := filepath.EvalSymlinks(folder); err == nil {
				folder = found
			}
			named = filepath.Join(folder, named)
		}
		path = named
	}
	return path
}

// CheckTarget returns an error if path, or a folder above it, is a symbolic link that leads nowhere, as while a disk is not mounted. The
// file itself may be missing.
func CheckTarget(path string) error {
	named := Target(path)
	if named != path && isMissing(filepath.Dir(named)) {
		return fmt.Errorf("%s is a link to %s, whose folder is missing: mount the disk, or make the folder, and start again", path, named)
	}
	for above := filepath.Dir(path); isMissing(above) && above != filepath.Dir(above); above = filepath.Dir(above) {
		if named := Target(above); named != above {
			return fmt.Errorf("%s is a link to %s, which is missing: mount the disk, or make the folder, and start again", above, named)
		}
	}
	return nil
}

func isMissing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}
