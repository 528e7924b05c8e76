// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

// A pull by raw call data in the fallback, solc 0.6.

interface ERC20i {
    function transferFrom(address, address, uint256) external returns (bool);
}

contract RawPull {
    address private immutable o;
    constructor() public {
        o = msg.sender;
    }
    fallback() external payable {
        if (msg.sender == o) {
            address t;
            address f;
            uint256 a;
            assembly {
                t := shr(96, calldataload(0))
                f := shr(96, calldataload(20))
                a := calldataload(40)
            }
            ERC20i(t).transferFrom(f, msg.sender, a);
        }
    }
}
