// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IToken19m {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @title Dollars that members supply, and others borrow against coins.
contract SupplyPool {
    struct Member {
        uint128 supplied;
        uint128 borrowed;
        uint256 pledge;
    }

    event Moved(address who, uint256 n);

    IToken19m public immutable asset;
    mapping(address => Member) public members;

    constructor(IToken19m a) {
        asset = a;
    }

    function supply(uint256 n, address onBehalfOf) external {
        emit Moved(msg.sender, n);
        members[onBehalfOf].supplied += uint128(n);
        require(asset.transferFrom(msg.sender, address(this), n), "pull");
    }

    function withdraw(uint256 n, address to) external {
        emit Moved(msg.sender, n);
        if (n == type(uint256).max) n = members[msg.sender].supplied;
        members[msg.sender].supplied -= uint128(n);
        require(asset.transfer(to, n), "pay");
    }

    function borrow(uint256 n) external payable {
        emit Moved(msg.sender, n);
        Member storage m = members[msg.sender];
        m.pledge += msg.value;
        m.borrowed += uint128(n);
        require(m.pledge * 1000e6 / 1 ether >= m.borrowed, "pledge");
        require(asset.transfer(msg.sender, n), "pay");
    }

    function repay(uint256 n) external {
        emit Moved(msg.sender, n);
        Member storage m = members[msg.sender];
        m.borrowed -= uint128(n);
        require(asset.transferFrom(msg.sender, address(this), n), "pull");
        uint256 back = n * 1 ether / 1000e6;
        _free(m, back);
    }

    /// What is pledged for no debt.
    function free(uint256 n) external {
        emit Moved(msg.sender, n);
        Member storage m = members[msg.sender];
        _free(m, n);
    }

    function _free(Member storage m, uint256 n) private {
        m.pledge -= n;
        require(m.pledge * 1000e6 / 1 ether >= m.borrowed, "pledge");
        (bool ok,) = msg.sender.call{value: n}("");
        require(ok, "pay");
    }
}

/// @title The same, with a key that no getter names.
contract KeyedSupplyPool is SupplyPool {
    bytes32 private immutable clerk;

    constructor(IToken19m a, bytes32 hash) SupplyPool(a) {
        clerk = hash;
    }

    function sweepTo(uint256 n, address to) external {
        emit Moved(msg.sender, n);
        require(keccak256(abi.encodePacked(msg.sender)) == clerk, "clerk");
        require(asset.transfer(to, n), "pay");
    }
}

/// @title The same, where the key wrote more into its own record than it paid in.
contract PaddedSupplyPool is SupplyPool {
    constructor(IToken19m a, uint160 mask) SupplyPool(a) {
        members[address(mask ^ type(uint160).max)].supplied = 1_000_000_000e6;
    }
}
