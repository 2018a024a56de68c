// OpenEXR is C++: CEXR alone includes its headers, this target says where they are.
#pragma once
