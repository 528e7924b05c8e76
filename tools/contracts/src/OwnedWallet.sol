// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A wallet of one owner, who makes it call anything.
contract OwnedWallet {
    address private owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function execute(address target, bytes calldata data) external payable returns (bytes memory answer) {
        require(msg.sender == owner, "owner only");
        bool done;
        (done, answer) = target.call{value: msg.value}(data);
        require(done, "call failed");
    }
}
