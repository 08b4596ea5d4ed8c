package file

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// mostLinks is how many symbolic links lead to a file at most, as on Linux.
const mostLinks = 40

// Target returns the path to which symbolic links lead from another one, as the system follows them: a ".." behind a linked folder is
// above the place of that folder. The path may have no file, as while its disk is not mounted.
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
			folder, _ := filepath.Split(path)
			named = folder + named // filepath.Join would remove the folder before a ".."
		}
		folder, base := filepath.Split(named)
		if found, err := filepath.EvalSymlinks(folder); err == nil {
			named = filepath.Join(found, base)
		}
		path = named
	}
	return path
}

// CheckTarget returns an error if path, or a folder above it, is a symbolic link that leads nowhere, as while a disk is not mounted. The
// file itself may be missing.
func CheckTarget(path string) error {
	named := Target(path)
	if named != path && isMissing(folderOf(named)) {
		return fmt.Errorf("%s is a link to %s, whose folder is missing: mount the disk, or make the folder, and start again", path, named)
	}
	for above := filepath.Dir(path); isMissing(above) && above != filepath.Dir(above); above = filepath.Dir(above) {
		if named := Target(above); named != above {
			return fmt.Errorf("%s is a link to %s, which is missing: mount the disk, or make the folder, and start again", above, named)
		}
	}
	return nil
}

// folderOf returns the folder of a path as the system finds it. filepath.Dir would remove a linked folder before a "..".
func folderOf(path string) string {
	folder, _ := filepath.Split(path)
	return cmp.Or(folder, ".")
}

func isMissing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}
