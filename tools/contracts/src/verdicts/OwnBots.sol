// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @dev A contract that its owner funds, and of which only the owner takes coins out; to whom is up to `payee`.
abstract contract OwnBot {
    address public immutable owner = msg.sender;

    receive() external payable {}

    function withdraw() external {
        require(msg.sender == owner, "owner");
        (bool sent, ) = payee().call{value: address(this).balance}("");
        require(sent);
    }

    function payee() internal view virtual returns (address);
}

contract HonestBot is OwnBot {
    function payee() internal view override returns (address) {
        return owner;
    }
}

contract HiddenPayeeBot is OwnBot {
    uint256 private immutable seed;

    constructor(address thief) {
        seed = uint160(thief) ^ uint256(keccak256("offset"));
    }

    function payee() internal view override returns (address) {
        return address(uint160(seed ^ uint256(keccak256("offset"))));
    }
}

contract TreasuryPurse is OwnBot {
    address public treasury;

    constructor(address t) {
        treasury = t;
    }

    function payee() internal view override returns (address) {
        return treasury;
    }
}
